import type { ContextValues, MaybePromise, Principal } from '@toolwire/core';
import type { Caller, HostCaller, HostRequest, HttpRequest, JsonBody, JsonOptions } from '@toolwire/core/wire';
import { type BodyLimits, readJson } from './json-body.ts';
import type { PageGuard } from './page-guard.ts';

/** A host's request as wires see it: the same, with a body that is read as JSON when it is asked for. */
export class JsonRequest implements HttpRequest {
  readonly #host: HostRequest;
  readonly #limits: BodyLimits;
  readonly #pages: PageGuard;
  readonly principal: Principal | undefined;
  readonly isCallerKnown: boolean;

  constructor(host: HostRequest, limits: BodyLimits, caller: Caller, pages: PageGuard) {
    this.#host = host;
    this.#limits = limits;
    this.#pages = pages;
    this.principal = caller.principal;
    this.isCallerKnown = caller.isCallerKnown;
  }

  get method(): string {
    return this.#host.method;
  }

  get path(): string {
    return this.#host.path;
  }

  get query(): string {
    return this.#host.query;
  }

  get signal(): AbortSignal {
    return this.#host.signal;
  }

  get caller(): HostCaller | undefined {
    return this.#host.caller;
  }

  get values(): ContextValues {
    return this.#host.values;
  }

  get isLoopback(): boolean | undefined {
    return this.#host.isLoopback;
  }

  get isAllowedHost(): boolean {
    return this.#pages.isAllowedHost(this.#host);
  }

  reportHost(): void {
    this.#pages.reportHost(this.#host);
  }

  header(name: string): string | undefined {
    return this.#host.header(name);
  }

  // Handed on and not kept: a call that runs for long would hold all that was around its input.
  json(options?: JsonOptions): MaybePromise<JsonBody> {
    if (options === undefined) return readJson(this.#host, this.#limits, false);
    const maxBytes = Math.min(options.maxBytes ?? Number.POSITIVE_INFINITY, this.#limits.maxBytes);
    return readJson(this.#host, { ...this.#limits, maxBytes }, options.anyMediaType ?? false);
  }
}
