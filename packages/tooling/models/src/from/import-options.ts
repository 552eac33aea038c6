import type { ToolDefinition } from '@toolwire/core';
import { checkChoice, checkNames, type NamesOf, StartupError } from '@toolwire/internal';

/** The fields that can be overridden for a tool. */
export type ToolOverrides = Partial<Omit<ToolDefinition, 'input' | 'run'>>;

// The default version is in `imported-tool.ts`.
/** Options for importing tools of another library. */
export interface ImportOptions<Name extends string = string> {
  /** The first part of the tool IDs: `get_weather` becomes `Weather.get_weather` in the toolkit `Weather`. Without it, each name must be a tool ID or have one in `overrides`. */
  readonly toolkit?: string | undefined;
  /** The version of every tool, `x.y.z`. Default: 1.0.0. */
  readonly version?: string | undefined;
  /** Fields to add or replace, by tool name: for example an ID, a version, annotations, limits or scopes. */
  readonly overrides?: { readonly [Each in Name]?: ToolOverrides | undefined } | undefined;
}

/** Options for importing tools whose error messages are meant for models. */
export interface ThrowingImportOptions<Name extends string = string> extends ImportOptions<Name> {
  /** What callers read when a tool throws: a generic sentence ('hidden') or the message of the error ('shown'). Default: 'hidden'. */
  readonly errorMessages?: 'hidden' | 'shown' | undefined;
}

const importNames: NamesOf<ImportOptions> = { toolkit: true, version: true, overrides: true };

/** Rejects unknown options. */
export function checkImportOptions(functionName: string, options: ImportOptions): void {
  checkNames(functionName, options, importNames);
}

/** Rejects overrides of tools that don't exist. */
export function checkOverrides(functionName: string, { overrides }: ImportOptions, names: readonly string[]): void {
  if (names.length === 0 && overrides !== undefined) {
    throw new StartupError(
      'TW_TOOLS_MISSING',
      `${functionName} received overrides, but no tools. Pass the tools, or remove overrides.`,
    );
  }
  checkNames(`overrides of ${functionName}`, overrides, Object.fromEntries(names.map((name) => [name, true])));
}

/** Checks the options of imports that can show errors. */
export function checkThrowingOptions(
  functionName: string,
  options: ThrowingImportOptions,
  names: readonly string[],
): void {
  const { errorMessages = 'hidden', ...others } = options;
  checkChoice('errorMessages', errorMessages, ['hidden', 'shown']);
  checkImportOptions(functionName, others);
  checkOverrides(functionName, others, names);
}
