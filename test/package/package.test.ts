import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  bytesBelow,
  createConsumerProject,
  findNode,
  installedPackages,
  root,
  type ConsumerProject,
} from "./consumer-project.ts";

let project: ConsumerProject;

beforeAll(() => {
  project = createConsumerProject("1.10.0");
});

afterAll(() => project?.remove());

test("the tarball holds what is meant to be in it, and nothing of this machine", () => {
  const expected =
    /^(dist\/([a-z0-9-]+\/)*[a-z0-9-]+\.(js|d\.ts)|docs\/([a-z-]+\/)*[a-z-]+\.md|docs\/(judges|runbooks)\/[A-Za-z]+\.md|(alertmanager|deploy|grafana|otel-collector|prometheus)\/([a-z0-9-]+\/)*[a-z0-9.-]+\.(html|json|tmpl|ya?ml)|grafana\/page\/[a-z-]+\.(css|js)|schema\/rag-triad\.config\.schema\.json|package\.json|(ARCHITECTURE|CHANGELOG|CONTRIBUTING|README|SECURITY)\.md|LICENSE)$/;
  expect(project.files.filter((file) => !expected.test(file))).toEqual([]);
  expect(project.files).toEqual(
    expect.arrayContaining([
      "LICENSE",
      "README.md",
      "dist/cli/bin.js",
      "dist/index.d.ts",
      "dist/index.js",
      "package.json",
    ]),
  );
  const installed = join(project.folder, "node_modules/rag-triad");
  const naming = project.files.filter((file) => readFileSync(join(installed, file), "utf8").includes(root));
  expect(naming).toEqual([]);
});

test("it brings no other package, and little of its own", () => {
  expect(installedPackages(project.folder)).toEqual(["@opentelemetry/api", "rag-triad"]);
  const megabytes = (name: string): number => bytesBelow(join(project.folder, "node_modules", name)) / 1_000_000;
  const [own, api] = [megabytes("rag-triad"), megabytes("@opentelemetry/api")];
  console.log(`plain install: 2 packages; rag-triad ${own.toFixed(2)} MB, @opentelemetry/api ${api.toFixed(2)} MB`);
  expect(own).toBeLessThan(4);
  // Within a tenth: a page more does not matter, a folder more does.
  const [, stated] = /two packages, ([\d.]+) MB/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? [];
  expect(Number(stated)).toBeGreaterThan((own + api) * 0.9);
  expect(Number(stated)).toBeLessThan((own + api) * 1.1);
});

const imports = `
const names = (module) => Object.keys(module).filter((name) => name !== "module.exports").sort();
const print = (modules) => console.log(JSON.stringify(modules.map(names)));
const paths = ["rag-triad", "rag-triad/nli", "rag-triad/openai", "rag-triad/sdk", "rag-triad/testing"];
`;

describe.each([20, 24])("on Node %i", (major) => {
  const node = findNode(major) ?? "";

  test.skipIf(node === "")("import and require give the same names", () => {
    writeFileSync(
      join(project.folder, "import.mjs"),
      `${imports}print(await Promise.all(paths.map((path) => import(path))));`,
    );
    writeFileSync(join(project.folder, "require.cjs"), `${imports}print(paths.map((path) => require(path)));`);
    const imported = project.run(node, "import.mjs");
    expect(imported).toMatchObject({ status: 0, stderr: "" });
    const required = project.run(node, "--no-warnings", "require.cjs");
    expect(required).toMatchObject({ status: 0, stderr: "" });
    expect(required.stdout).toBe(imported.stdout);
    const [main = [], nli = [], openai = [], sdk = []] = JSON.parse(imported.stdout) as readonly (readonly string[])[];
    expect(main).toEqual(expect.arrayContaining(["createRagTriad", "embeddedJudges", "isRagTriadError", "readConfig"]));
    expect(nli).toEqual(["checkNliModel", "nliJudge", "onnxEmbedder"]);
    expect(openai).toEqual(["openaiEmbedder", "openaiJudgeModel"]);
    expect(sdk).toContain("startRagTelemetry");
  });

  test.skipIf(node === "")("rag-triad/sdk without its peer says what to install", () => {
    const code = `import("rag-triad/sdk").then((sdk) => sdk.startRagTelemetry({ serviceName: "x" })).catch((error) => console.log(error.code, error.message))`;
    const { status, stdout } = project.run(node, "-e", code);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ERR_RAG_TRIAD_PEER_MISSING .*@opentelemetry\/sdk-node/);
  });

  test.skipIf(node === "").each(["nliJudge", "checkNliModel", "onnxEmbedder"])(
    "rag-triad/nli without its peers says what to install: %s",
    (name) => {
      const code = `import("rag-triad/nli").then((nli) => nli.${name}({ modelPath: "model" })).catch((error) => console.log(error.code, error.message))`;
      const { status, stdout } = project.run(node, "-e", code);
      expect(status).toBe(0);
      expect(stdout).toMatch(
        /^ERR_RAG_TRIAD_PEER_MISSING .*npm install onnxruntime-node @huggingface\/tokenizers .*onnxruntime-node-install=skip/,
      );
    },
  );

  test.skipIf(node === "")("the command runs and knows the package's version", () => {
    const bin = join(project.folder, "node_modules/rag-triad/dist/cli/bin.js");
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string };
    expect(project.run(node, bin, "--version")).toMatchObject({ status: 0, stdout: `${version}\n` });
    writeFileSync(
      join(project.folder, "one.jsonl"),
      '{"id":"a","query":"q","contexts":["The port is 9464."],"answer":"The port is 9464."}\n',
    );
    const scored = project.run(node, bin, "score", "one.jsonl", "--out", "-");
    expect(scored.status, scored.stderr).toBe(0);
    expect(JSON.parse(scored.stdout)).toMatchObject({ id: "a", groundedness: { judge: "embedded/1" } });
  });
});

test("npm links the command, and it may be executed", () => {
  expect(project.run(join(project.folder, "node_modules/.bin/rag-triad"), "--help").status).toBe(0);
});

test("types resolve for a consumer under nodenext, with library checks on", () => {
  cpSync(join(root, "test/fixtures/package/consumer.ts"), join(project.folder, "consumer.ts"));
  const compilerOptions = {
    target: "ES2022",
    lib: ["ES2022"],
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  };
  writeFileSync(join(project.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  expect(project.run(process.execPath, compiler, "-p", ".")).toMatchObject({ status: 0, stdout: "" });
});

test("the JSON Schema is where the docs say", () => {
  const schema = readFileSync(
    join(project.folder, "node_modules/rag-triad/schema/rag-triad.config.schema.json"),
    "utf8",
  );
  expect(JSON.parse(schema)).toMatchObject({ title: "rag-triad configuration file" });
});
