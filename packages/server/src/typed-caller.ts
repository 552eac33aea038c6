import type { CallArguments, ToolsByName, TypedTool, WrittenFrom } from '@toolwire/internal';
import type { CallSettings } from './call-settings.ts';
import type { CallerOutcome } from './caller-outcome.ts';

/** Calls tools by their ids, with the types of their definitions: `createCaller<typeof server>(server)`. */
export interface TypedCaller<Source, Tools extends object = ToolsByName<Source>> {
  <Name extends keyof Tools & string>(
    toolId: Name,
    ...rest: CallArguments<Extract<Tools[Name], TypedTool>, CallSettings>
  ): Promise<CallerOutcome<WrittenFrom<Extract<Tools[Name], TypedTool>>>>;
  /** Answers the value alone; rejects with what the tool has thrown, or with an error that says how the call ended instead. */
  value<Name extends keyof Tools & string>(
    toolId: Name,
    ...rest: CallArguments<Extract<Tools[Name], TypedTool>, CallSettings>
  ): Promise<WrittenFrom<Extract<Tools[Name], TypedTool>>>;
}
