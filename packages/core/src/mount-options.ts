import {
  andThen,
  copyPrincipal,
  isPromise,
  kindOf,
  type MaybePromise,
  resolveAfterTimeout,
  StartUpError,
} from '@toolwire/internal';
import { type HostCaller, type Principal, unknownCaller, unnamedCaller } from './caller.ts';
import { type ContextEntry, type ContextValues, contextValues, noContextValues } from './context-key.ts';
import { expectHostedServer, type HostedServer, type ReadHeader } from './host.ts';

/** Returns the user that your app has signed in; `undefined` for no user. May be async. */
export type HostPrincipal<Request> = (request: Request) => MaybePromise<Principal | null | undefined>;

/** Returns the context values of a request. May be async. */
export type HostValues<Request> = (request: Request) => MaybePromise<readonly ContextEntry[]>;

/** Options for mounting tools in an app. */
export interface MountOptions<Request> {
  /**
   * The user that your app has signed in: `(request) => request.user && { id: request.user.id }`. Tools read it as `context.principal`, and
   * stored calls belong to it. `'auth'`: the server's `auth` identifies callers, and the app has no sign-in.
   */
  readonly principal?: HostPrincipal<Request> | 'auth' | undefined;
  /** The context values of each request. */
  readonly values?: HostValues<Request> | undefined;
}

/** The caller and the context values of one request. */
export interface Mounted {
  readonly caller: HostCaller;
  readonly values: ContextValues;
}

/** The caller and values that the app passes with one request, in addition to the options. */
export interface MountedWith {
  readonly principal?: Principal | null | undefined;
  /** Added to the `values` of the options. */
  readonly values?: readonly ContextEntry[] | undefined;
}

/** Reads the caller and the context values of a request. */
export type ReadMounted<Request> = (request: Request, more?: MountedWith) => MaybePromise<Mounted>;

/** What the host adds to the options of the app. */
export interface ReaderOptions<Request> {
  /** The caller if the app names neither a principal nor values. */
  readonly silent?: HostCaller | undefined;
  /** Reads a header by its lower-case name, to mask credentials in logged errors. */
  readonly headerOf?: ((request: Request, name: string) => string | undefined) | undefined;
}

/** Creates the reader of the options. Errors of the app are logged by the server and rethrown. */
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
    typeof principal === 'function' ? reader(asked('principal', principal), copyPrincipal) : undefined;
  const readEntries = values && reader(asked('values', values), expectEntries);

  const callerOf = (found: Principal | undefined, more: MountedWith | undefined): HostCaller => {
    if (found !== undefined) return { principal: found, unnamed: 'by_credentials' };
    if (principal !== undefined || (more !== undefined && 'principal' in more)) return unnamedCaller;
    // Values may belong to one user, and only the app knows which.
    return values !== undefined || more?.values !== undefined ? unknownCaller : silent;
  };
  const join = (named: Principal | undefined, handed: Entries, more: MountedWith | undefined): Mounted => {
    const entries = more?.values === undefined ? handed : [...handed, ...more.values];
    return {
      caller: callerOf(copyPrincipal(more?.principal) ?? named, more),
      values: entries.length === 0 ? noContextValues : contextValues(entries),
    };
  };
  const nothing = join(undefined, [], undefined);

  return (request, more) => {
    if (readPrincipal === undefined && readEntries === undefined) {
      return more === undefined ? nothing : join(undefined, [], more);
    }
    // Sequential, because an abandoned promise that rejects would end the process.
    return andThen(readPrincipal?.(request), (named) =>
      readEntries === undefined
        ? join(named, [], more)
        : andThen(readEntries(request), (handed) => join(named, handed, more)),
    );
  };
}

type Entries = readonly ContextEntry[];

/** A function of the app that is called for each request. */
interface Asked<Request> extends Pick<ReaderOptions<Request>, 'headerOf'> {
  readonly server: HostedServer;
  readonly name: string;
  readonly ask: (request: Request) => MaybePromise<unknown>;
}

/** Calls a function of the app; `take` validates the result. */
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
      return resolveAfterTimeout(answer, callerMs, late)
        .then(take)
        .catch((thrown: unknown) => fail(request, thrown));
    } catch (thrown) {
      return fail(request, thrown);
    }
  };
}

/** Wraps a thrown value that is not an object: frameworks treat `undefined` and words such as 'route' specially. */
function asObject(thrown: unknown, name: string): unknown {
  if (typeof thrown === 'object' && thrown !== null) return thrown;
  return new Error(`The \`${name}\` of the app threw a value that is not an error`, { cause: thrown });
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

// The characters of a URL path (RFC 3986, section 3.3).
const path = /^(?:\/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)*$/;
// Clients resolve these before they send a path.
const dots = /\/\.{1,2}(?:\/|$)/;

/**
 * Reads the option `basePath` of a host: the path before every route, without a trailing slash. A path that no request can have is a
 * start-up error, because no request would ever reach a tool.
 */
export function readBasePath(basePath: unknown = ''): string {
  const base = typeof basePath === 'string' ? basePath.replace(/\/+$/, '') : undefined;
  if (base !== undefined && path.test(base) && !dots.test(base)) return base;
  const found = typeof basePath === 'string' ? `'${basePath}'` : kindOf(basePath);
  throw new StartUpError(
    'TW_OPTION_PATH',
    `basePath is ${found}. A base path starts with '/' and is written as in the URL, such as '/api/ai'.`,
  );
}
