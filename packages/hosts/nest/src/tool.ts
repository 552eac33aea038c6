import 'reflect-metadata';
import type { JsonSchema, RunInput, RunOutput, SchemaSource, ToolDefinition, ToolSpec } from '@toolwire/core';
import type { Observable } from 'rxjs';
import { addCallParams, markEntryProvider } from './nest-metadata.ts';

const toolsKey = 'toolwire:tools';
const isToolKey = 'toolwire:is-tool';

/** A tool without its `run`, which is the decorated method. */
export type ToolMethodSpec<
  Input extends SchemaSource | undefined,
  Output extends SchemaSource | null | undefined,
  Id extends string,
  Version extends string,
  Secret extends string,
  Provider extends string,
  HasUser extends boolean,
> = Omit<ToolSpec<Input, Output, unknown, Id, Version, Secret, Provider, HasUser>, 'run'>;

/** The input of a method. A JSON Schema whose fields have no types, such as the schema of a DTO, fits every class. */
type InputOf<Input extends SchemaSource | undefined> = JsonSchema extends Input ? never : RunInput<Input>;

/** A method that fits a tool: validated input, the context, then parameters with decorators. */
export type ToolMethod<Input, Context, Result> = (
  input: Input,
  context: Context,
  ...decorated: never[]
) => Result | Promise<Result> | Observable<Result>;

/** Decorates a method, which must accept the input and return the output of its tool. */
export type ToolDecorator<Method> = <Fitting extends Method>(
  prototype: object,
  name: string,
  descriptor: TypedPropertyDescriptor<Fitting>,
) => void;

/** Serves a method of a provider as a tool, with the guards, interceptors, pipes and filters of the method, its class and the app. */
export function Tool<
  const Input extends SchemaSource | undefined = undefined,
  const Output extends SchemaSource | null | undefined = undefined,
  const Id extends string = string,
  const Version extends string = string,
  const Secret extends string = never,
  const Provider extends string = never,
  const HasUser extends boolean = false,
>(
  spec: ToolMethodSpec<Input, Output, Id, Version, Secret, Provider, HasUser>,
): ToolDecorator<
  ToolMethod<
    InputOf<Input>,
    Parameters<ToolSpec<Input, Output, unknown, Id, Version, Secret, Provider, HasUser>['run']>[1],
    RunOutput<Output>
  >
> {
  return (prototype, name, { value: method }) => {
    // On the function, as guards are: an override has neither.
    Reflect.defineMetadata(toolsKey, [...toolsOf(method as object), spec], method as object);
    Reflect.defineMetadata(isToolKey, true, prototype, name);
    addCallParams(prototype, name);
    markEntryProvider(prototype.constructor);
  };
}

/** The data of a tool, without its `run`. */
export type ToolData = Omit<ToolDefinition, 'run'>;

/** The tools of a method: one for each `@Tool`. */
export function toolsOf(method: object): readonly ToolData[] {
  return (Reflect.getMetadata(toolsKey, method) as readonly ToolData[] | undefined) ?? [];
}

/** Whether a class or one of its base classes has declared a method of this name with `@Tool`. */
export function isDeclaredTool(prototype: object, name: string): boolean {
  return Reflect.hasMetadata(isToolKey, prototype, name);
}
