/** Four decimals, as scores have them; `null` for nothing. */
export function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value * 10_000) / 10_000;
}
