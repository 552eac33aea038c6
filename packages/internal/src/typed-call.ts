import type { TypedTool } from './tools-by-name.ts';

/** What a definition says of its callers, if it does. */
type CallerOf<Tool extends TypedTool> = '~caller' extends keyof Tool
  ? NonNullable<Tool['~caller']>
  : { readonly sends: Parameters<Tool['run']>[0]; readonly gets: Awaited<ReturnType<Tool['run']>> };

/** What callers send to a tool; where any of several may run, what suits all of them. */
export type SentTo<Tool extends TypedTool> = (
  Tool extends unknown
    ? (sent: CallerOf<Tool>['sends']) => void
    : never
) extends (sent: infer Sent) => void
  ? Sent
  : never;

/** What callers get from a tool, or from any of several. */
export type GotFrom<Tool extends TypedTool> = Tool extends unknown ? CallerOf<Tool>['gets'] : never;

/** The arguments of a call behind the tool id; a tool without parameters can be called with none. */
export type CallArguments<Tool extends TypedTool, Options> =
  Record<string, never> extends SentTo<Tool>
    ? [input?: SentTo<Tool>, options?: Options]
    : [input: SentTo<Tool>, options?: Options];
