import { isObject } from '@toolwire/internal';
import type { CliTool } from './target.ts';

/** Reads whether a tool changes things, by the names that its protocol has for that; nothing where it does not say. */
export function readAnnotations(
  told: unknown,
  readOnlyName: string,
  destructiveName: string,
): Pick<CliTool, 'annotations'> {
  const { [readOnlyName]: readOnly, [destructiveName]: destructive } = isObject(told) ? told : {};
  const annotations = {
    ...(typeof readOnly === 'boolean' && { readOnly }),
    ...(typeof destructive === 'boolean' && { destructive }),
  };
  return Object.keys(annotations).length === 0 ? {} : { annotations };
}
