import { readJsonFile } from "../config/json-file.ts";
import { requireCalibration, type Calibration } from "../judge/calibration/calibration.ts";
import { readTextFile } from "../node/read-text-file.ts";

/**
 * Reads and checks a calibration file, for `embeddingJudges({ calibration })`. Blocks while it reads; meant for start-up.
 * @throws RagTriadError `ERR_RAG_TRIAD_CONFIG_FILE` when the file cannot be read or is not JSON, `ERR_RAG_TRIAD_OPTION`
 * when a value in it breaks its rule.
 */
export function readCalibration(path: string): Calibration {
  return requireCalibration(readJsonFile(path, readTextFile, "calibration"), { kind: "file", file: path });
}
