export { RagTriadError, isRagTriadError } from "./core/errors.ts";
