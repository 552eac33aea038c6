import 'reflect-metadata';

// The names that Nest's own packages for GraphQL and WebSockets use as well.
const routeArguments = '__routeArguments__';
const entryProvider = '__entryProvider__';

/** The key of the parameters of a handler, which parameter decorators write too. */
export const paramsKey: string = routeArguments;

/** The parameters of a handler, by their type and index. */
export type ParamsMetadata = Readonly<Record<string, { readonly index: number }>>;

/** Reads the parameters of a handler. */
export function readParams(type: object, method: string): ParamsMetadata {
  return (Reflect.getMetadata(routeArguments, type, method) as ParamsMetadata | undefined) ?? {};
}

/** Replaces the parameters of a handler. */
export function writeParams(type: object, method: string, params: ParamsMetadata): void {
  Reflect.defineMetadata(routeArguments, params, type, method);
}

/** Adds the metadata of a method, such as its exception filters, to another function. */
export function copyMetadata<Target extends object>(method: object, target: Target): Target {
  for (const key of Reflect.getMetadataKeys(method) as readonly unknown[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), target);
  }
  return target;
}

/** Makes Nest create request-scoped global guards and interceptors for calls of a provider, as for a controller. */
export function markEntryProvider(type: object): void {
  Reflect.defineMetadata(entryProvider, true, type);
}

/** Whether Nest knows the type of each constructor parameter, from the compiler or from `@Inject()`. */
export function hasInjectionMetadata(type: { readonly length: number }): boolean {
  const inferred = Reflect.getMetadata('design:paramtypes', type) as readonly unknown[] | undefined;
  const injected = (Reflect.getMetadata('self:paramtypes', type) as readonly unknown[] | undefined) ?? [];
  return inferred !== undefined || injected.length >= type.length;
}
