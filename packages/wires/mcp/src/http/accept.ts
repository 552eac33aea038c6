// What nearly all clients send, to the letter: comparing it costs a fraction of taking it apart.
const both = 'application/json, text/event-stream';

/** Tells whether a caller takes JSON; one that says nothing takes anything. */
export function acceptsJson(accept: string | undefined): boolean {
  return accept === undefined || accept === both || takes(accept, (type) => json.has(type));
}

/** Tells whether a caller takes a stream of events; that has to be said. */
export function acceptsStream(accept: string | undefined): boolean {
  return accept === both || (accept !== undefined && takes(accept, (type) => type === 'text/event-stream'));
}

const json: ReadonlySet<string> = new Set(['application/json', 'application/*', '*/*']);

function takes(accept: string, isWanted: (type: string) => boolean): boolean {
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.includes(';') ? range.split(';') : [range];
    return isWanted(type.trim().toLowerCase()) && !parameters.some((parameter) => refused.test(parameter));
  });
}

const refused = /^\s*q\s*=\s*0(?:\.0*)?\s*$/i;
