import { MetadataScanner } from '@nestjs/core';
import { defineTool, isToolDefinition, type ToolContext, type ToolDefinition } from '@toolwire/core';
import { StartupError } from '@toolwire/internal';
import type { NestParts, ProviderWrapper } from './call-handlers.ts';
import { addRunParams, checkParams, hasInjectionMetadata, markEntryProvider } from './nest-metadata.ts';
import { createRun } from './run-call.ts';
import { isDeclaredTool, type ToolData, toolsOf } from './tool.ts';

/** A tool and where the app defines it. */
interface FoundTool {
  readonly tool: ToolDefinition;
  readonly source: string;
}

/** The tools of an app: methods with `@Tool`, and providers that are a tool of `defineTool`. */
export function findTools(nest: NestParts): readonly ToolDefinition[] {
  const { discovery } = nest;
  for (const { metatype, name } of discovery.getControllers()) {
    const methods = metatype === null ? [] : toolMethods(metatype.prototype as object);
    if (methods.length > 0) throw providerError(String(name), 'a controller');
  }
  const providers = discovery.getProviders().filter(({ isAlias }) => !isAlias);
  const host = providers.find(({ metatype }) => metatype === DefinedTools) as ProviderWrapper;
  const found = providers.flatMap((wrapper): readonly FoundTool[] => {
    const instance: unknown = wrapper.instance;
    if (!isToolDefinition(instance)) return decoratedTools(nest, wrapper);
    const definedRun: ToolDefinition['run'] = (input, context) => instance.run(input, context);
    const tool = withRun(instance, createRun(nest, host, 'runTool', definedRun));
    return [{ tool, source: `provider '${String(wrapper.name)}'` }];
  });
  checkUnique(found);
  return found.map(({ tool }) => tool);
}

function decoratedTools(nest: NestParts, wrapper: ProviderWrapper): readonly FoundTool[] {
  const { metatype, token, isNotMetatype } = wrapper;
  const prototype: unknown = isNotMetatype ? prototypeOf(wrapper.instance) : metatype?.prototype;
  const methods = typeof prototype === 'object' && prototype !== null ? toolMethods(prototype) : [];
  if (methods.length === 0) return [];
  const { constructor: type } = prototype as {
    readonly constructor: { readonly name: string; readonly length: number };
  };
  // Nest creates the guards of a class with the provider of that class only.
  if (isNotMetatype || token !== metatype) {
    throw providerError(type.name, 'provided as a value, by a factory or under another token');
  }
  if (!hasInjectionMetadata(type)) {
    throw new StartupError(
      'TW_NEST_METADATA',
      `The constructor of ${type.name} has parameters whose types Nest can't read. Add @Injectable() and compile with "emitDecoratorMetadata", or add @Inject(…) to each parameter.`,
    );
  }
  return methods.flatMap(({ method, tools }) => {
    checkParams(type, method);
    const run = createRun(nest, wrapper, method);
    return tools.map((data) => ({ tool: withRun(data, run), source: `${type.name}.${method}` }));
  });
}

function toolMethods(prototype: object): readonly { readonly method: string; readonly tools: readonly ToolData[] }[] {
  return new MetadataScanner()
    .getAllMethodNames(prototype)
    .map((method) => ({ method, tools: toolsOfMethod(prototype, method) }))
    .filter(({ tools }) => tools.length > 0);
}

function toolsOfMethod(prototype: object, name: string): readonly ToolData[] {
  const tools = toolsOf((prototype as Readonly<Record<string, object>>)[name] as object);
  if (tools.length > 0 || !isDeclaredTool(prototype, name)) return tools;
  throw new StartupError(
    'TW_NEST_METHOD',
    `${prototype.constructor.name}.${name} replaces a method that has @Tool(), so the guards of that method would not run. If it overrides a method, add @Tool() and @UseGuards() to it. If a decorator replaces the method, move @Tool() and @UseGuards() above that decorator.`,
  );
}

function withRun(data: ToolData, run: ToolDefinition['run']): ToolDefinition {
  return defineTool({ ...data, run });
}

function prototypeOf(instance: unknown): unknown {
  return typeof instance === 'object' && instance !== null ? Object.getPrototypeOf(instance) : undefined;
}

function checkUnique(tools: readonly FoundTool[]): void {
  const sources = new Map<string, string>();
  for (const { tool, source } of tools) {
    const id = `${tool.id}@${tool.version}`;
    const first = sources.get(id);
    if (first !== undefined) {
      throw new StartupError(
        'TW_TOOL_DUPLICATE',
        `${id} is defined by ${first} and by ${source}. Change the version of one, or provide the class in one module only.`,
      );
    }
    sources.set(id, source);
  }
}

function providerError(name: string, form: string): StartupError {
  return new StartupError(
    'TW_NEST_PROVIDER',
    `${name} has @Tool methods and is ${form}. Add the class itself to the providers of a module: providers: [${name}].`,
  );
}

/** The handler of tools that factories create with `defineTool`. */
export class DefinedTools {
  static {
    addRunParams(DefinedTools.prototype, 'runTool');
    markEntryProvider(DefinedTools);
  }

  runTool(input: unknown, context: ToolContext, run: ToolDefinition['run']): unknown {
    return run(input, context);
  }
}
