import { StartUpError } from '@toolwire/internal';
import type { ToolCaller } from '../calls/tool-result.ts';
import type { Given, ModelToolList } from '../source/model-tool-source.ts';

/** What a function that hands tools to models was given, by what each is. */
export interface Taken<Options> {
  readonly source: ModelToolList;
  readonly caller: ToolCaller | undefined;
  readonly options: Options | undefined;
}

/** Tells whoever calls from options: both may stand in the second place. */
export function takeArguments<Options extends object>([source, second, third]: Given<Options>): Taken<Options> {
  return isCaller(second)
    ? { source, caller: second, options: third }
    : { source, caller: undefined, options: third ?? second };
}

function isCaller(value: unknown): value is ToolCaller {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && 'call' in value);
}

/** The options of an interface whose tools are made by functions of its SDK. */
export function withParts<Options extends object>(
  of: string,
  options: Options | undefined,
  names: readonly (keyof Options & string)[],
): Options {
  if (options !== undefined && names.every((name) => typeof options[name] === 'function')) return options;
  throw new StartUpError(
    'TW_OPTION_TYPE',
    `${of} makes its tools by what the SDK has for that. Import it and hand it over: ${of.replace('()', `(client, { ${names.join(', ')} })`)}`,
  );
}
