import type { ContentBlock, MaybePromise, ParsedBy, SchemaSource } from '@toolwire/core';
import { checkNames, type NamesOf } from '@toolwire/internal';
import type { Described } from './described.ts';
import type { McpContext, VisibleTo } from './mcp-context.ts';
import type { Suggestions } from './suggestions.ts';

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | ContentBlock;
}

/** What a prompt says: one text of the user, or messages. */
export type PromptMessages = string | readonly PromptMessage[];

/** A prompt that people choose, as a command or from a menu: plain data and a function, safe to ship in a package. */
export interface PromptDefinition<Input extends SchemaSource | undefined = SchemaSource | undefined> extends Described {
  /** Up to 128 of `A-Z a-z 0-9 _ . -`. */
  readonly name: string;
  /** Its arguments: an object of texts, numbers, yes and no, and choices. Left out, it takes none. */
  readonly input?: Input;
  /** What it says, or a function that writes it from the arguments. */
  readonly messages: PromptMessages | ((input: ParsedBy<Input>, context: McpContext) => MaybePromise<PromptMessages>);
  /** What clients may suggest for an argument; the choices of its schema if left out. */
  readonly complete?: Readonly<Record<string, Suggestions>> | undefined;
  /** Who may see and use it; everybody who may call if left out. */
  readonly visible?: VisibleTo | undefined;
  /** The longest its writing may take, in milliseconds; what tools have otherwise. */
  readonly timeoutMs?: number | undefined;
}

/** A prompt of any arguments. */
export type AnyPrompt = Omit<PromptDefinition, 'messages'> & {
  readonly messages: PromptMessages | ((input: never, context: McpContext) => MaybePromise<PromptMessages>);
};

const names: NamesOf<PromptDefinition> = {
  name: true,
  title: true,
  description: true,
  icons: true,
  meta: true,
  input: true,
  messages: true,
  complete: true,
  visible: true,
  timeoutMs: true,
};

/** Defines a prompt, with its function typed by the schema of its arguments. */
export function definePrompt<const Input extends SchemaSource | undefined = undefined>(
  definition: PromptDefinition<Input>,
): PromptDefinition<Input> {
  checkPromptNames(definition);
  return definition;
}

/** Refuses fields that nobody would read. */
export function checkPromptNames(definition: { readonly name: string }): void {
  checkNames(`Prompt '${String(definition.name)}'`, definition, names);
}
