import {
  type Call,
  type ContextKey,
  type InputAnswers,
  InputRequired,
  type Logger,
  type Principal,
  type Tool,
  type ToolContext,
  type ToolLogger,
} from '@toolwire/core';
import { toolLogger } from './tool-logger.ts';

/**
 * What one run of a tool is given: only what the tool has declared of the caller's tokens, secrets and user.
 * Functions come from getters, so that a tool may destructure them and pays only for those it takes.
 */
export class RunContext implements ToolContext {
  readonly #call: Call;
  readonly #tool: Tool;
  readonly #logger: Logger;

  constructor(call: Call, tool: Tool, logger: Logger) {
    this.#call = call;
    this.#tool = tool;
    this.#logger = logger;
  }

  get callId(): string {
    return this.#call.callId;
  }

  get toolId(): string {
    return `${this.#tool.id}@${this.#tool.version}`;
  }

  get signal(): AbortSignal {
    return this.#call.lifetime.signal;
  }

  get principal(): Principal | undefined {
    return this.#call.principal;
  }

  get userId(): string | undefined {
    return this.#tool.requirements?.userId === true ? this.#call.context.userId : undefined;
  }

  get token(): ToolContext['token'] {
    return (providerId) =>
      declares(this.#tool.requirements?.authorization, providerId)
        ? this.#call.context.authorization.find(({ id }) => id === providerId)?.token
        : undefined;
  }

  get secret(): ToolContext['secret'] {
    return (secretId) =>
      declares(this.#tool.requirements?.secrets, secretId)
        ? this.#call.context.secrets.find(({ id }) => id === secretId)?.value
        : undefined;
  }

  get progress(): ToolContext['progress'] {
    return (done, total, message) => this.#call.reportProgress?.(done, total, message);
  }

  get ask(): ToolContext['ask'] {
    return async <Key extends string>(requests: Parameters<ToolContext['ask']>[0]): Promise<InputAnswers<Key>> => {
      if (this.#call.ask === undefined) throw new InputRequired(requests);
      return this.#call.ask(requests);
    };
  }

  get log(): ToolLogger {
    const { logger, reportLog: report } = this.#call;
    return logger === undefined
      ? toolLogger(this.#logger, { common: { callId: this.callId, toolId: this.toolId }, report })
      : toolLogger(logger, { report });
  }

  get get(): ToolContext['get'] {
    return <T>(key: ContextKey<T>): T => this.#call.values.get(key);
  }
}

function declares(declared: readonly { readonly id: string }[] | undefined, asked: string): boolean {
  return declared?.some(({ id }) => id === asked) ?? false;
}
