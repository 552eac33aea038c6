import { declares } from '../asking/input-requests.ts';
import { type Dialect, legacyDialect } from '../revisions/dialect.ts';
import { type Fields, isObject } from '../rpc/json-shape.ts';

/** Who a client says that it is. */
interface ClientName {
  readonly name: string;
  readonly version: string;
}

/** What a session says of its client. */
export interface SessionFacts {
  readonly dialect: Dialect;
  /** What it can be asked for, of all that it has declared. */
  readonly capabilities: Fields;
  readonly client: ClientName;
}

// What tools can ask for, each as a bit: a client may declare a great deal more, and an id is a header of every request.
const askable: readonly (readonly [name: string, part: string | undefined])[] = [
  ['elicitation', 'form'],
  ['elicitation', 'url'],
  ['sampling', undefined],
  ['sampling', 'tools'],
  ['roots', undefined],
];

const longestName = 48;
const longestVersion = 24;

/** The facts as short text. */
export function writeFacts({ dialect, capabilities, client }: SessionFacts): readonly unknown[] {
  const bits = askable.reduce(
    (sum, [name, part], place) => sum + (declares(capabilities, name, part) ? 2 ** place : 0),
    0,
  );
  return [dialect.version, bits, client.name.slice(0, longestName), client.version.slice(0, longestVersion)];
}

/** Reads them; `undefined` for what another version of this package may have written. */
export function readFacts([version, bits, name, clientVersion]: readonly unknown[]): SessionFacts | undefined {
  const dialect = typeof version === 'string' ? legacyDialect(version) : undefined;
  if (dialect === undefined || typeof bits !== 'number') return undefined;
  if (typeof name !== 'string' || typeof clientVersion !== 'string') return undefined;
  return { dialect, capabilities: capabilitiesOf(bits), client: { name, version: clientVersion } };
}

function capabilitiesOf(bits: number): Fields {
  const capabilities = new Map<string, Fields>();
  for (const [place, [name, part]] of askable.entries()) {
    if ((bits & (2 ** place)) === 0) continue;
    const parts = capabilities.get(name);
    capabilities.set(name, { ...(isObject(parts) && parts), ...(part !== undefined && { [part]: {} }) });
  }
  return Object.fromEntries(capabilities);
}
