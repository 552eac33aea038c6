import type { Ajv2020, Name } from 'ajv/dist/2020.js';
import type { evaluatedPropsToName, mergeEvaluated } from 'ajv/dist/compile/util.js';

export interface AjvLibrary {
  readonly Ajv2020: typeof Ajv2020;
  readonly Name: typeof Name;
  readonly evaluatedPropsToName: typeof evaluatedPropsToName;
  readonly mergeEvaluated: typeof mergeEvaluated;
}

export function loadAjv(): AjvLibrary;
