/** Tells whether a caller takes JSON; one that says nothing takes anything. */
export function acceptsJson(accept: string | undefined): boolean {
  return accept === undefined || typesOf(accept).some((type) => json.has(type));
}

/** Tells whether a caller takes a stream of events; that has to be said. */
export function acceptsStream(accept: string | undefined): boolean {
  return accept !== undefined && typesOf(accept).includes('text/event-stream');
}

const json: ReadonlySet<string> = new Set(['application/json', 'application/*', '*/*']);

function typesOf(accept: string): readonly string[] {
  return accept
    .split(',')
    .map((range) => range.split(';'))
    .filter((range) => !range.slice(1).some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(parameter)))
    .map(([type = '']) => type.trim().toLowerCase());
}
