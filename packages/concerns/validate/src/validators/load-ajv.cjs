'use strict';

// CommonJS, because only `require` loads a library synchronously on first use, and bundlers follow it too. ajv has a hundred files.
exports.loadAjv = () => require('ajv/dist/2020.js').Ajv2020;
