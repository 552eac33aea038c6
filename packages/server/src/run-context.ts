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
import { maskSecrets } from '@toolwire/errors';
import { secretsOfRun } from './call-secrets.ts';
import { soundQuestions } from './questions.ts';
import type { ReadyCall } from './ready-call.ts';
import { toolLogger } from './tool-logger.ts';

/**
 * What one run of a tool is given: only what the tool has declared of the caller's tokens, secrets and user.
 * Functions come from getters, so that a tool may destructure them and pays only for those it takes.
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

  get toolId(): string {
    return `${this.#call.tool.id}@${this.#call.tool.version}`;
  }

  get signal(): AbortSignal {
    return this.#call.lifetime.signal;
  }

  get principal(): Principal | undefined {
    return this.#call.principal;
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
      const sound = soundQuestions(requests, (text) => this.#masked(text));
      if (this.#call.ask === undefined) throw new InputRequired(sound);
      return this.#call.ask(sound);
    };
  }

  get saved(): JsonValue | undefined {
    return this.#call.task?.saved;
  }

  get save(): ToolContext['save'] {
    return async (value) => {
      const { task } = this.#call;
      if (task === undefined) return;
      // TASK-21: no secret is in a record, not even by the hand of a tool.
      const text = JSON.stringify(value);
      if (this.#masked(text) !== text) throw new TypeError('save: a secret of the call is not kept.');
      await task.save(value);
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

  /** What the caller reads while the tool runs shows no more of its secrets than the answer does. */
  #masked(text: string): string {
    this.#mask ??= maskSecrets(secretsOfRun(this.#call));
    return this.#mask(text);
  }
}

function declares(declared: readonly { readonly id: string }[] | undefined, asked: string): boolean {
  return declared?.some(({ id }) => id === asked) ?? false;
}
