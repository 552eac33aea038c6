import { kindOf, StartUpError, settledWithin, takePrincipal } from '@toolwire/internal';
import { type HostCaller, unknownCaller, unnamedCaller } from './caller.ts';
import { type ContextEntry, type ContextValues, contextValues, noContextValues } from './context-key.ts';
import { expectHostedServer, type HostedServer, type ReadHeader } from './host.ts';
import { andThen, isPromise, type MaybePromise } from './maybe-promise.ts';
import type { Principal } from './principal.ts';

/** Who calls, as the app's own sign-in knows; `undefined` is nobody, and a promise is waited for. */
export type HostPrincipal<Request> = (request: Request) => MaybePromise<Principal | null | undefined>;

/** What an app hands to tools along with each request; a promise of it is waited for. */
export type HostValues<Request> = (request: Request) => MaybePromise<readonly ContextEntry[]>;

/** What an app says of its requests where it mounts tools. */
export interface MountOptions<Request> {
  /**
   * Who calls, as the app's own sign-in knows: `(request) => request.user && { id: request.user.id }`. Tools read it as `context.principal`,
   * and what is kept of a call is that caller's alone. `'auth'`: the server's `auth` tells callers apart, and the app has no sign-in besides.
   */
  readonly principal?: HostPrincipal<Request> | 'auth' | undefined;
  /** What to hand to tools along with each request, besides who calls. */
  readonly values?: HostValues<Request> | undefined;
}

/** What an app says of one request. */
export interface Mounted {
  readonly caller: HostCaller;
  readonly values: ContextValues;
}

/** What the app says of one request as it hands it in, besides what the options read from every request. */
export interface MountedWith {
  readonly principal?: Principal | null | undefined;
  /** Added to what the `values` of the options answers. */
  readonly values?: readonly ContextEntry[] | undefined;
}

/** Reads what an app says of a request. */
export type ReadMounted<Request> = (request: Request, more?: MountedWith) => MaybePromise<Mounted>;

/** What the host knows better than the app. */
export interface ReaderOptions<Request> {
  /** What callers are where the app says nothing at all. */
  readonly silent?: HostCaller | undefined;
  /** Reads a header by its lower-case name, so that errors of the app are logged without the credentials in them. */
  readonly headerOf?: ((request: Request, name: string) => string | undefined) | undefined;
}

/**
 * Makes the reader of what an app says of its requests: what that throws is told to the server's log, and goes on to the app.
 */
export function mountReader<Request>(
  server: HostedServer,
  { principal, values }: MountOptions<Request> = {},
  { silent = unnamedCaller, headerOf }: ReaderOptions<Request> = {},
): ReadMounted<Request> {
  expectHostedServer(server);
  if (principal !== 'auth') expectFunction('principal', principal, '(request) => ({ id: request.user.id })');
  expectFunction('values', values, '(request) => [contextEntry(key, value)]');
  const asked = (name: string, ask: (request: Request) => MaybePromise<unknown>): Asked<Request> => ({
    server,
    headerOf,
    name,
    ask,
  });
  const readPrincipal =
    typeof principal === 'function' ? reader(asked('principal', principal), takePrincipal) : undefined;
  const readEntries = values && reader(asked('values', values), expectEntries);

  const callerOf = (found: Principal | undefined, more: MountedWith | undefined): HostCaller => {
    if (found !== undefined) return { principal: found, unnamed: 'by_credentials' };
    if (principal !== undefined || (more !== undefined && 'principal' in more)) return unnamedCaller;
    // Values may be one user's own, and only the app can say whose.
    return values !== undefined || more?.values !== undefined ? unknownCaller : silent;
  };
  const join = (named: Principal | undefined, handed: Entries, more: MountedWith | undefined): Mounted => ({
    caller: callerOf(takePrincipal(more?.principal) ?? named, more),
    values: valuesOf(more?.values === undefined ? handed : [...handed, ...more.values]),
  });
  const nothing = join(undefined, [], undefined);

  return (request, more) => {
    if (readPrincipal === undefined && readEntries === undefined) {
      return more === undefined ? nothing : join(undefined, [], more);
    }
    // One after the other: a promise that nobody hears any more would end the process when it rejects.
    return andThen(readPrincipal?.(request), (named) =>
      andThen(readEntries?.(request), (handed = []) => join(named, handed, more)),
    );
  };
}

type Entries = readonly ContextEntry[];

/** What the app is asked of a request. */
interface Asked<Request> extends Pick<ReaderOptions<Request>, 'headerOf'> {
  readonly server: HostedServer;
  readonly name: string;
  readonly ask: (request: Request) => MaybePromise<unknown>;
}

/** Asks the app; `take` checks what it answers. */
function reader<Request, Answer>(
  { server, headerOf, name, ask }: Asked<Request>,
  take: (answer: unknown) => Answer,
): (request: Request) => MaybePromise<Answer> {
  const { callerMs = Number.POSITIVE_INFINITY } = server;
  const fail = (request: Request, thrown: unknown): never => {
    const header: ReadHeader | undefined = headerOf && ((one) => headerOf(request, one));
    server.report?.(thrown, `The \`${name}\` of the app has thrown, and the request was not served`, header);
    throw asObject(thrown, name);
  };
  const late = (): never => {
    throw new Error(`The \`${name}\` of the app has not answered within ${callerMs} milliseconds`);
  };
  return (request) => {
    try {
      const answer = ask(request);
      if (!isPromise(answer)) return take(answer);
      return settledWithin(answer, callerMs, late)
        .then(take)
        .catch((thrown: unknown) => fail(request, thrown));
    } catch (thrown) {
      return fail(request, thrown);
    }
  };
}

/** Frameworks go on with the next route, or wait for ever, where what they are handed is nothing, or a word of theirs such as 'route'. */
function asObject(thrown: unknown, name: string): unknown {
  if (typeof thrown === 'object' && thrown !== null) return thrown;
  return new Error(`The \`${name}\` of the app has thrown what is no error`, { cause: thrown });
}

function expectFunction(name: string, value: unknown, example: string): void {
  if (value === undefined || typeof value === 'function') return;
  throw new StartUpError('TW_OPTION_TYPE', `\`${name}\` must be a function, not ${kindOf(value)}: ${name}: ${example}`);
}

function expectEntries(entries: unknown): Entries {
  if (areEntries(entries)) return entries;
  const found = Array.isArray(entries) ? 'a list of something else' : kindOf(entries);
  throw new TypeError(`\`values\` must answer a list such as [contextEntry(key, value)], not ${found}`);
}

function areEntries(entries: unknown): entries is Entries {
  return Array.isArray(entries) && entries.every(Array.isArray);
}

function valuesOf(entries: Entries): ContextValues {
  return entries.length === 0 ? noContextValues : contextValues(entries);
}
