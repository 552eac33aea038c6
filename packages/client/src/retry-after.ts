/** Reads `Retry-After`, which counts seconds or names a date, as milliseconds; nothing where it is neither. */
export function retryAfterMsOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  const date = dateOf(text);
  if (date === undefined) return undefined;
  // By the server's own clock where it tells the time, since ours may be wrong.
  const now = dateOf(headers.get('date') ?? '') ?? Date.now();
  return Math.max(date - now, 0);
}

function dateOf(text: string): number | undefined {
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
