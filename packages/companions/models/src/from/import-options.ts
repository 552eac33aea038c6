import type { ToolDefinition } from '@toolwire/core';
import { checkChoice, checkNames, type NamesOf, StartUpError } from '@toolwire/internal';

/** What of a tool may be given beside what it says itself. */
export type ToolOverrides = Partial<Omit<ToolDefinition, 'input' | 'run'>>;

/** How tools of others become tools of a server. */
export interface ImportOptions<Name extends string = string> {
  /** The first part of the ids: `get_weather` of the toolkit `Weather` is `Weather.get_weather`. Left out, names have to be ids, or be given one in `overrides`. */
  readonly toolkit?: string | undefined;
  /** The version of every tool, `x.y.z`; 1.0.0 if left out. */
  readonly version?: string | undefined;
  /** What single tools have beside what they say themselves, or instead, by their names: an id, a version, annotations, limits, scopes. */
  readonly overrides?: { readonly [Each in Name]?: ToolOverrides | undefined } | undefined;
}

/** How tools that throw what is meant for models become tools of a server. */
export interface ThrowingImportOptions<Name extends string = string> extends ImportOptions<Name> {
  /** What callers read of an error that a tool throws: 'hidden', a sentence that tells nothing, as for tools defined here; or 'told', its message, as models read it so far. 'hidden' if left out. */
  readonly errorMessages?: 'hidden' | 'told' | undefined;
}

const importNames: NamesOf<ImportOptions> = { toolkit: true, version: true, overrides: true };

/** Refuses options that nobody reads. */
export function checkImportOptions(of: string, options: ImportOptions): void {
  checkNames(of, options, importNames);
}

/** Refuses overrides of tools that there are not. */
export function checkOverrides(of: string, { overrides }: ImportOptions, names: readonly string[]): void {
  if (names.length === 0 && overrides !== undefined) {
    throw new StartUpError('TW_TOOLS_MISSING', `${of} got no tools, but overrides for some`);
  }
  checkNames(`overrides of ${of}`, overrides, Object.fromEntries(names.map((name) => [name, true])));
}

/** Both, where errors may be told. */
export function checkThrowingOptions(of: string, options: ThrowingImportOptions, names: readonly string[]): void {
  const { errorMessages = 'hidden', ...others } = options;
  checkChoice('errorMessages', errorMessages, ['hidden', 'told']);
  checkImportOptions(of, others);
  checkOverrides(of, others, names);
}
