import { isPromise, type MaybePromise, resolveAfterTimeout } from '@toolwire/internal';
import type { HostedServer, ReadHeader } from './host.ts';

/** A function of the app that is called for each request. */
export interface AppFunction<Request> {
  readonly server: Pick<HostedServer, 'callerMs' | 'report'>;
  /** Reads a header by its lower-case name, to mask credentials in logged errors. */
  readonly headerOf?: ((request: Request, name: string) => string | undefined) | undefined;
  readonly name: string;
  readonly run: (request: Request) => MaybePromise<unknown>;
}

/** Returns a function that calls a function of the app; `check` validates the result. Errors are reported to the server and rethrown. */
export function resultReader<Request, Result>(
  { server, headerOf, name, run }: AppFunction<Request>,
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
