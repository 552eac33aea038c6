import {
  andThen,
  checkFunction,
  copyPrincipal,
  isObject,
  isPromise,
  kindOf,
  type MaybePromise,
  resolveAfterTimeout,
} from '@toolwire/internal';
import { callerByCredentials, type HostCaller, type Principal } from '../call/caller.ts';
import { type ContextEntry, type ContextValues, contextValues, noContextValues } from '../call/context-key.ts';
import { createPathTest } from './base-path.ts';
import { expectHostedServer, type HostedServer, isPublic, type ReadHeader } from './host.ts';

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
export interface RequestContext {
  readonly caller: HostCaller;
  readonly values: ContextValues;
}

/** The caller and values that the app passes with one request, in addition to the options. */
export interface RequestContextOptions {
  readonly principal?: Principal | null | undefined;
  /** Added to the `values` of the options. */
  readonly values?: readonly ContextEntry[] | undefined;
}

/**
 * Reads the caller and the context values of a request, given its method and its URL below the mount point. The app's functions are not
 * called for another route, which gets `undefined`.
 */
export type ReadContext<Request> = (
  request: Request,
  method: string | undefined,
  url: string,
  options?: RequestContextOptions,
) => MaybePromise<RequestContext | undefined>;

/** Options that the adapter adds. */
interface ContextReaderOptions<Request> {
  /** Reads a header by its lower-case name, to mask credentials in logged errors. */
  readonly headerOf?: ((request: Request, name: string) => string | undefined) | undefined;
  /** The caller if the app passes neither a principal nor values. */
  readonly defaultCaller?: HostCaller | undefined;
}

/** Creates the reader of the options. Errors of the app are logged by the server and rethrown. */
export function createContextReader<Request>(
  server: HostedServer,
  { principal, values }: MountOptions<Request> = {},
  { defaultCaller = callerByCredentials, headerOf }: ContextReaderOptions<Request> = {},
): ReadContext<Request> {
  expectHostedServer(server);
  if (principal !== 'auth') checkFunction('principal', principal, 'principal: (request) => ({ id: request.user.id })');
  checkFunction('values', values, 'values: (request) => [contextEntry(key, value)]');
  const host = { server, headerOf };
  const readPrincipal =
    typeof principal === 'function' ? resultReader(host, 'principal', principal, copyPrincipal) : undefined;
  const readEntries = values && resultReader(host, 'values', values, (entries) => expectEntries(entries, 'return'));

  const callerOf = (user: Principal | undefined, options: RequestContextOptions | undefined): HostCaller => {
    if (user !== undefined) return { principal: user, unnamed: 'by_credentials' };
    if (principal !== undefined || (options !== undefined && 'principal' in options)) return callerByCredentials;
    // Values may belong to one user, and only the app knows which.
    return values !== undefined || options?.values !== undefined ? { unnamed: 'unknown' } : defaultCaller;
  };
  const contextOf = (
    user: Principal | undefined,
    ownEntries: Entries,
    options: RequestContextOptions | undefined,
  ): RequestContext => {
    const entries =
      options?.values === undefined ? ownEntries : [...ownEntries, ...expectEntries(options.values, 'be')];
    return {
      caller: callerOf(copyPrincipal(options?.principal) ?? user, options),
      values: entries.length === 0 ? noContextValues : contextValues(entries),
    };
  };
  const emptyContext = contextOf(undefined, [], undefined);
  const isServed = createPathTest(server);

  return (request, method, url, options) => {
    if (readPrincipal === undefined && readEntries === undefined) {
      return options === undefined ? emptyContext : contextOf(undefined, [], options);
    }
    if (!isServed(url)) return undefined;
    if (isPublic(method, url)) return emptyContext;
    // Sequential, because an abandoned promise that rejects would end the process.
    return andThen(readPrincipal?.(request), (user) =>
      readEntries === undefined
        ? contextOf(user, [], options)
        : andThen(readEntries(request), (entries) => contextOf(user, entries, options)),
    );
  };
}

type Entries = readonly ContextEntry[];

function expectEntries(entries: unknown, verb: 'return' | 'be'): Entries {
  if (areEntries(entries)) return entries;
  const shown = Array.isArray(entries) ? 'a list of other values' : kindOf(entries);
  throw new TypeError(`\`values\` must ${verb} a list such as [contextEntry(key, value)], got ${shown}`);
}

function areEntries(entries: unknown): entries is Entries {
  return Array.isArray(entries) && entries.every(isEntry);
}

function isEntry(entry: unknown): boolean {
  return Array.isArray(entry) && isObject(entry[0]) && typeof entry[0]['id'] === 'symbol';
}

/** Returns a function that calls a function of the app; `check` validates the result. Errors are reported to the server and rethrown. */
function resultReader<Request, Result>(
  { server, headerOf }: Pick<ContextReaderOptions<Request>, 'headerOf'> & { readonly server: HostedServer },
  name: string,
  run: (request: Request) => MaybePromise<unknown>,
  check: (result: unknown) => Result,
): (request: Request) => MaybePromise<Result> {
  const { callerMs = Number.POSITIVE_INFINITY } = server;
  const fail = (request: Request, thrown: unknown): never => {
    const header: ReadHeader | undefined = headerOf && ((headerName) => headerOf(request, headerName));
    server.report?.(thrown, `The app's \`${name}\` threw, so the request was not served`, header);
    throw asObject(thrown, name);
  };
  const timeOut = (): never => {
    throw new Error(`The app's \`${name}\` did not return within ${callerMs} milliseconds`);
  };
  return (request) => {
    try {
      const result = run(request);
      if (!isPromise(result)) return check(result);
      return resolveAfterTimeout(result, callerMs, timeOut)
        .then(check)
        .catch((thrown: unknown) => fail(request, thrown));
    } catch (thrown) {
      return fail(request, thrown);
    }
  };
}

/** Wraps a thrown value that is not an object: frameworks treat `undefined` and words such as 'route' specially. */
function asObject(thrown: unknown, name: string): unknown {
  if (typeof thrown === 'object' && thrown !== null) return thrown;
  return new Error(`The app's \`${name}\` threw a value that is not an error`, { cause: thrown });
}
