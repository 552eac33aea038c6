import 'reflect-metadata';

// The name that Nest's own packages for GraphQL and WebSockets use as well.
const entryProvider = '__entryProvider__';

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
