import type { ContentBlock, MaybePromise, RunInput, SchemaSource } from '@toolwire/core';
import { checkNames, type NamesOf } from '@toolwire/internal';
import type { DisplayMetadata, Suggestions, VisibleTo } from './definition-parts.ts';
import type { McpContext } from './mcp-context.ts';

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | ContentBlock;
}

/** The content of a prompt: a string for one user message, or messages. */
export type PromptMessages = string | readonly PromptMessage[];

/** A prompt that users choose as a command or from a menu: plain data plus a function. Packages can export it. */
export interface PromptDefinition<Input extends SchemaSource | undefined = SchemaSource | undefined>
  extends DisplayMetadata {
  /** 1 to 128 characters of `A-Z a-z 0-9 _ . -`. */
  readonly name: string;
  /** The schema of the arguments: an object of strings, numbers, booleans and enums. Omit it for a prompt without arguments. */
  readonly input?: Input;
  /** The content, or a function that writes it from the arguments. */
  readonly messages: PromptMessages | ((input: RunInput<Input>, context: McpContext) => MaybePromise<PromptMessages>);
  /** Suggestions for the arguments. Defaults to the choices in the schema. */
  readonly complete?: Readonly<Record<string, Suggestions>> | undefined;
  /** Decides who may see and use the prompt. Defaults to every caller. */
  readonly visible?: VisibleTo | undefined;
  /** The time limit of the function, in milliseconds. Defaults to the limit of tools. */
  readonly timeoutMs?: number | undefined;
}

/** A prompt with any arguments. */
export type AnyPrompt = Omit<PromptDefinition, 'messages'> & {
  readonly messages: PromptMessages | ((input: never, context: McpContext) => MaybePromise<PromptMessages>);
};

const fieldNames: NamesOf<PromptDefinition> = {
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

/** Defines a prompt. The schema of its arguments types its function. */
export function definePrompt<const Input extends SchemaSource | undefined = undefined>(
  // The schema once more. Otherwise, TypeScript reports it instead of an unknown field, if `messages` is missing.
  definition: PromptDefinition<Input> & { readonly input?: Input },
): PromptDefinition<Input> {
  checkPromptFields(definition);
  return definition;
}

/** Throws for unknown fields. */
export function checkPromptFields(definition: { readonly name: string }): void {
  checkNames(`Prompt '${String(definition.name)}'`, definition, fieldNames);
}
