/** Characters of ASCII that a token has at least, on the average of a text. */
const asciiCharacters = 3;

/** Tokens that a UTF-16 code unit beyond ASCII has at most, on the average of a text. */
const otherTokens = 1.5;

/**
 * How many tokens a text has at most: 3 ASCII characters or two thirds of another one are taken to be a token. Common
 * tokenisers have about 4 ASCII characters and 0.7 to 1.3 tokens a Chinese character; the estimate errs on the long side.
 */
export function estimateTokens(text: string): number {
  let ascii = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) < 0x80) ascii++;
  return Math.ceil(ascii / asciiCharacters + (text.length - ascii) * otherTokens);
}
