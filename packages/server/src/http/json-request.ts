import type {
  ContextValues,
  HostRequest,
  HttpRequest,
  JsonBody,
  JsonOptions,
  MaybePromise,
  Principal,
} from '@toolwire/core';
import { type BodyLimits, readJson } from './json-body.ts';

/** A host's request as wires see it: the same, with a body that is read as JSON when first asked for. */
export class JsonRequest implements HttpRequest {
  readonly #host: HostRequest;
  readonly #limits: BodyLimits;
  #json: MaybePromise<JsonBody> | undefined;
  readonly principal: Principal | undefined;

  constructor(host: HostRequest, limits: BodyLimits, principal: Principal | undefined) {
    this.#host = host;
    this.#limits = limits;
    this.principal = principal;
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

  get values(): ContextValues {
    return this.#host.values;
  }

  get isLoopback(): boolean | undefined {
    return this.#host.isLoopback;
  }

  header(name: string): string | undefined {
    return this.#host.header(name);
  }

  json(options: JsonOptions = {}): MaybePromise<JsonBody> {
    if (this.#json === undefined) {
      const { maxDepth } = this.#limits;
      const maxBytes = Math.min(options.maxBytes ?? Number.POSITIVE_INFINITY, this.#limits.maxBytes);
      this.#json = readJson(this.#host, { maxBytes, maxDepth }, options.anyMediaType ?? false);
    }
    return this.#json;
  }
}
