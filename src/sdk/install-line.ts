const sdkNode = "@opentelemetry/sdk-node";

/**
 * What `npm install` is to be given so that the SDK fits the API and Node. SDK 3 needs Node 22.15 and the API 1.10, and SDK 2,
 * which npm picks on an older Node, refuses that API.
 * @param apiHasLogs whether the installed API is 1.10 or later.
 * @param nodeVersion of the running Node, as `22.15.0`.
 */
export function sdkInstallLine(apiHasLogs: boolean, nodeVersion: string): string {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  const runsSdk3 = major > 22 || (major === 22 && minor >= 15);
  if (apiHasLogs) return runsSdk3 ? sdkNode : `@opentelemetry/api@1.9 ${sdkNode}@0.223`;
  return `${sdkNode}@0.223`;
}
