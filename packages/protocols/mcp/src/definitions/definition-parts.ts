import type { ContextValues, Icon, JsonObject, MaybePromise, Principal } from '@toolwire/core';
import type { Client } from '@toolwire/core/internal';
import type { CompletionContext } from './mcp-context.ts';

/** Decides whether a caller may see a resource or prompt. For all other callers it doesn't exist. */
export type VisibleTo = (
  principal: Principal | undefined,
  values: ContextValues,
  client: Client,
) => MaybePromise<boolean>;

/** Information about a resource or a prompt, next to its name. */
export interface DisplayMetadata {
  /** A name to display to users. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Icons that clients may display. */
  readonly icons?: readonly Icon[] | undefined;
  /** More metadata to publish, under keys with your own prefix. */
  readonly meta?: JsonObject | undefined;
}

/** Possible values of a variable or argument: a list, or a function that finds values for the typed text. */
export type Suggestions =
  | readonly string[]
  | ((typed: string, context: CompletionContext) => MaybePromise<readonly string[]>);
