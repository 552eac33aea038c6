/** What a server answered. */
export interface Answer {
  readonly status: number;
  /** By lower-case name; fields that came more than once are joined by a comma and a space. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The body as UTF-8. */
  readonly text: string;
  /** How long the answer took, in milliseconds. */
  readonly tookMs: number;
}

/** Makes an answer from its parts. */
export function answerFrom(
  status: number,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
  tookMs: number,
): Answer {
  return { status, headers, bytes, text: new TextDecoder().decode(bytes), tookMs };
}

/** An answer in one line, for messages of failed checks. */
export function summarise(answer: Answer): string {
  const excerpt = answer.text.length > 300 ? `${answer.text.slice(0, 300)}…` : answer.text;
  return `${answer.status} ${answer.headers['content-type'] ?? 'without a content type'} ${excerpt}`;
}
