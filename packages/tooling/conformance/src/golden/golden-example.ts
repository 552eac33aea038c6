/** An example from the documents, byte for byte. */
export interface GoldenExample {
  readonly title: string;
  readonly json: string;
}

/** An exchange from the Call Tool page, byte for byte. */
export interface GoldenExchange {
  readonly title: string;
  readonly request: string;
  readonly response: string;
}

/** A parsed HTTP message from the documents. */
export interface HttpText {
  readonly startLine: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Parses a printed request or response. */
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
