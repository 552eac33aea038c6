/** Where a parameter goes; `querystring` is the whole query. */
export type ParameterLocation = 'path' | 'query' | 'querystring' | 'header' | 'cookie';

/** How a list or an object is written as a parameter. */
export type ParameterStyle =
  | 'matrix'
  | 'label'
  | 'simple'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'cookie';

/** The styles that each location may have. */
export const stylesOf: Readonly<Record<ParameterLocation, readonly ParameterStyle[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  querystring: ['form'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

/** Returns the style of a location if the document sets none. */
export function defaultStyle(location: ParameterLocation): ParameterStyle {
  return location === 'path' || location === 'header' ? 'simple' : 'form';
}

/** Whether a parameter with this style is exploded if the document doesn't set `explode`. */
export function explodesByDefault(style: ParameterStyle): boolean {
  // OpenAPI defines `deepObject` only with `explode: true`, although the default of `explode` for it is false.
  return style === 'form' || style === 'cookie' || style === 'deepObject';
}
