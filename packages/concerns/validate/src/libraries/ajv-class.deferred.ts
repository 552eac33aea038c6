import { Ajv2020 } from 'ajv/dist/2020.js';

/** The class of ajv; in the build, whoever asks first loads it. */
export function ajvClass(): typeof Ajv2020 {
  return Ajv2020;
}
