/** A message of HTTP as a document prints it, taken apart. */
export interface HttpText {
  readonly startLine: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Takes apart a printed request or response: a start line, headers, an empty line, a body. */
export function parseHttpText(text: string): HttpText {
  const split = text.indexOf('\n\n');
  const [startLine = '', ...lines] = text.slice(0, split).split('\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
    }),
  );
  return { startLine, headers, body: text.slice(split + 2) };
}
