'use strict';

// CommonJS, because only `require` loads a library synchronously on first use, and bundlers follow it too. ajv has a hundred files.
exports.loadAjv = () => {
  const { Ajv2020, Name } = require('ajv/dist/2020.js');
  const { evaluatedPropsToName, mergeEvaluated } = require('ajv/dist/compile/util.js');
  return { Ajv2020, Name, evaluatedPropsToName, mergeEvaluated };
};
