import {
  type ContextKey,
  type InputAnswers,
  InputRequired,
  type JsonValue,
  type Logger,
  type Principal,
  type ToolContext,
  type ToolLogger,
} from '@toolwire/core';
import { type Client, clientOfRun } from '@toolwire/core/internal';
import { createSecretMask } from '@toolwire/errors';
import { kindOf } from '@toolwire/internal';
import { secretsOfRun } from './call-credentials.ts';
import { downstreamKeyOf } from './downstream-key.ts';
import { type ReadyCall, toolIdOf } from './resolved-call.ts';
import { safeInputRequests } from './safe-input-requests.ts';
import { toolLogger } from './tool-logger.ts';

/**
 * The context of one run. It reveals only the tokens, secrets and user ID that the tool declares. Getters return the functions, so that
 * a tool can destructure them, and unused ones cost nothing.
 */
export class RunContext implements ToolContext {
  readonly #call: ReadyCall;
  readonly #logger: Logger;
  #mask: ((text: string) => string) | undefined;

  constructor(call: ReadyCall, logger: Logger) {
    this.#call = call;
    this.#logger = logger;
  }

  get callId(): string {
    return this.#call.callId;
  }

  get idempotencyKey(): string {
    return downstreamKeyOf(this.#call);
  }

  get toolId(): string {
    return toolIdOf(this.#call.tool);
  }

  get signal(): AbortSignal {
    return this.#call.lifetime.signal;
  }

  get principal(): Principal | undefined {
    return this.#call.principal;
  }

  get client(): Client {
    return clientOfRun(this.#call);
  }

  get sessionId(): string | undefined {
    return this.#call.sessionId;
  }

  get userId(): string | undefined {
    return this.#call.tool.requirements?.userId === true ? this.#call.context.userId : undefined;
  }

  get token(): ToolContext['token'] {
    return (providerId) =>
      declares(this.#call.tool.requirements?.authorization, providerId)
        ? this.#call.context.authorization.find(({ id }) => id === providerId)?.token
        : undefined;
  }

  get secret(): ToolContext['secret'] {
    return (secretId) =>
      declares(this.#call.tool.requirements?.secrets, secretId)
        ? this.#call.context.secrets.find(({ id }) => id === secretId)?.value
        : undefined;
  }

  get progress(): ToolContext['progress'] {
    return (done, total, message) =>
      this.#call.reportProgress?.(done, total, typeof message === 'string' ? this.#masked(message) : undefined);
  }

  get ask(): ToolContext['ask'] {
    return async <Key extends string>(requests: Parameters<ToolContext['ask']>[0]): Promise<InputAnswers<Key>> => {
      const safeRequests = safeInputRequests(requests, (text) => this.#masked(text));
      if (this.#call.ask === undefined) throw new InputRequired(safeRequests);
      return this.#call.ask(safeRequests);
    };
  }

  get saved(): JsonValue | undefined {
    return this.#call.task?.saved;
  }

  get save(): ToolContext['save'] {
    return async (value) => {
      // No record contains a secret, even if a tool tries to save one. Checked without a task too, so that tests find it (TASK-21).
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined) {
        throw new TypeError(`save: the value must be JSON, such as an object, got ${kindOf(value)}.`);
      }
      if (this.#masked(text) !== text) {
        throw new TypeError('save: the value contains a secret of the call, which must not be stored. Leave it out.');
      }
      await this.#call.task?.save(value);
    };
  }

  get upload(): ToolContext['upload'] {
    return (reference) => {
      const file = this.#call.uploads?.get(reference);
      if (file !== undefined) return file;
      throw new TypeError(
        `upload: the value is not an uploaded file of this call, got ${kindOf(reference)}. Pass the value of a parameter in \`uploads\` of the tool.`,
      );
    };
  }

  get log(): ToolLogger {
    const { logger, reportLog: report } = this.#call;
    const secrets = (): readonly string[] => secretsOfRun(this.#call);
    return logger === undefined
      ? toolLogger(this.#logger, { common: { callId: this.callId, toolId: this.toolId }, report, secrets })
      : toolLogger(logger, { report, secrets });
  }

  get get(): ToolContext['get'] {
    return <T>(key: ContextKey<T>): T => this.#call.values.get(key);
  }

  /** Masks the call's secrets in text that the caller reads during the run. */
  #masked(text: string): string {
    this.#mask ??= createSecretMask(secretsOfRun(this.#call));
    return this.#mask(text);
  }
}

function declares(declared: readonly { readonly id: string }[] | undefined, wanted: string): boolean {
  return declared?.some(({ id }) => id === wanted) ?? false;
}
