/** A parameter of a path, such as `:id`, `:id?` or `:id(^[0-9]+)`. */
interface PathParameter {
  readonly name: string;
  readonly isOptional: boolean;
}

// A double colon is a colon. A name ends as in find-my-way, and a pattern may have one level of groups.
const parameterPattern = /::|(\/?):([^/().?-]+)(?:\((?:[^()]|\([^()]*\))*\))?(\?)?/gu;

/** Whether a path has a wildcard. The pattern of a parameter may contain `*` too. */
export function hasWildcard(url: string): boolean {
  return url.replace(parameterPattern, '').includes('*');
}

/** The parameters of a path, in their order. */
export function pathParameters(url: string): readonly PathParameter[] {
  return [...url.matchAll(parameterPattern)].flatMap(([, , name, optional]) =>
    name === undefined ? [] : [{ name, isOptional: optional !== undefined }],
  );
}

/** A path with values for its parameters. An absent optional parameter is left out with the slash before it, as in Fastify's routes. */
export function fillPath(url: string, valueOf: (parameter: PathParameter) => string): string {
  const path = url.replace(parameterPattern, (_, slash: string, name: string | undefined, optional?: string) => {
    if (name === undefined) return ':';
    const value = valueOf({ name, isOptional: optional !== undefined });
    return value === '' ? '' : `${slash}${value}`;
  });
  return path || '/';
}
