import { describe, expect, it } from "vitest";
import { calibrate } from "../../../../src/judge/calibration/calibrate.ts";
import { checkCalibration, requireCalibration } from "../../../../src/judge/calibration/calibration.ts";
import { fitCalibration } from "../../../../src/judge/calibration/fit-calibration.ts";

describe("calibrate", () => {
  const curve = {
    points: [
      [-0.2, 0.1],
      [0.2, 0.1],
      [0.4, 0.5],
      [0.8, 1],
    ],
  } as const;

  it.each([
    [-1, 0.1],
    [-0.2, 0.1],
    [0, 0.1],
    [0.2, 0.1],
    [0.3, 0.3],
    [0.4, 0.5],
    [0.6, 0.75],
    [0.8, 1],
    [1, 1],
  ])("makes %s a score of %s", (raw, score) => {
    expect(calibrate(raw, curve)).toBeCloseTo(score, 12);
  });
});

describe("checkCalibration", () => {
  const points = [
    [0, 0],
    [1, 1],
  ];
  const sound = { version: 1, judge: "embedding", model: "m", metrics: { context_relevance: { points } } };
  const withPoints = (given: unknown): object => ({ ...sound, metrics: { m: { points: given } } });

  it("takes what is sound", () => {
    expect(checkCalibration({ ...sound, description: "from 400 labelled requests" })).toBeUndefined();
    expect(requireCalibration(sound, { kind: "option" })).toBe(sound);
  });

  it.each([
    [null, "to be an object with version, judge, model and metrics, got `null` (null)"],
    [{ ...sound, version: 2 }, "`version` to be 1, the version of the format, got `2` (number)"],
    [{ ...sound, judge: "" }, "`judge` to be a name"],
    [{ ...sound, model: 3 }, "`model` to be a name, got `3` (number)"],
    [{ ...sound, description: 3 }, "`description` to be a string"],
    [{ ...sound, modle: "m" }, "did you mean `model`?"],
    [{ ...sound, metrics: {} }, "`metrics` to be an object with the points of at least one metric"],
    [{ ...sound, metrics: { m: [] } }, "`metrics.m` to be an object with points"],
    [{ ...sound, metrics: { m: { points, n: 3 } } }, "`metrics.m.n`"],
    [withPoints([[0, 0]]), "`metrics.m.points` to be an array of 2 to 1000 points, got `[[0,0]]` (array of 1)"],
    [withPoints([[0, 0], [1]]), "`metrics.m.points[1]` to be a pair of raw value and score"],
    [
      withPoints([
        [-1.1, 0],
        [1, 1],
      ]),
      "`metrics.m.points[0][0]` to be a number from -1 to 1, got `-1.1` (number)",
    ],
    [
      withPoints([
        [0, 0],
        [1, NaN],
      ]),
      "`metrics.m.points[1][1]` to be a number from 0 to 1, got `NaN` (number)",
    ],
    [
      withPoints([
        [0.5, 0],
        [0.5, 1],
      ]),
      "`metrics.m.points[1][0]` to be more than the raw value before it (0.5)",
    ],
    [
      withPoints([
        [0, 0.6],
        [1, 0.5],
      ]),
      "`metrics.m.points[1][1]` to be at least the score before it (0.6)",
    ],
  ])("refuses %j", (value, message) => {
    expect(() => requireCalibration(value, { kind: "option" })).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message: expect.stringContaining(message) as string }),
    );
  });
});

describe("fitCalibration", () => {
  it("pools what falls, and what is equal", () => {
    const labels = [0, 1, 0, 0, 1, 1, 1];
    const samples = labels.map((label, index) => ({ raw: index / 10, label }));
    // 1, 0, 0 fall and are pooled to a third; the ones at the end are equal.
    expect(fitCalibration(samples.toReversed()).points).toEqual([
      [0, 0],
      [0.1, 1 / 3],
      [0.3, 1 / 3],
      [0.4, 1],
      [0.6, 1],
    ]);
  });

  it("takes samples of the same raw value together", () => {
    const samples = [
      { raw: 0.2, label: 0 },
      { raw: 0.6, label: 1 },
      { raw: 0.2, label: 1 },
    ];
    expect(fitCalibration(samples).points).toEqual([
      [0.2, 0.5],
      [0.6, 1],
    ]);
  });

  it("has no more points than a file may", () => {
    const samples = Array.from({ length: 3_001 }, (_, index) => ({ raw: index / 3_000, label: index / 3_000 }));
    const { points } = fitCalibration(samples);
    expect(points.length).toBeGreaterThan(400);
    expect(points.at(-1)).toEqual([1, 1]);
    const value = { version: 1, judge: "embedding", model: "m", metrics: { m: { points } } };
    expect(checkCalibration(value)).toBeUndefined();
  });

  it.each([
    [undefined as never, "`samples` to be an array of labelled samples, got nothing (it is missing)"],
    [[null as never], "`samples[0]` to be an object with raw and label, got `null` (null)"],
    [[{ raw: 2, label: 0 }], "`samples[0].raw` to be a number from -1 to 1, got `2` (number)"],
    [[{ raw: 0, label: NaN }], "`samples[0].label` to be a number from 0 to 1, got `NaN` (number)"],
    [[], "`samples` to be labelled samples with at least two different raw values"],
    [[{ raw: 0.5, label: 1 }], "`samples` to be labelled samples with at least two different raw values"],
  ])("refuses %j", (samples, message) => {
    expect(() => fitCalibration(samples)).toThrow(
      expect.objectContaining({ code: "ERR_RAG_TRIAD_OPTION", message: expect.stringContaining(message) as string }),
    );
  });
});
