// Lint for the page's TypeScript and Svelte: recommended rules, each exception with its reason.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules", "src/api/schema.ts"] }, // generated from the OpenAPI document
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      "no-undef": "off", // the compiler knows better
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }], // {#each { length } as _, n}
      "@typescript-eslint/no-non-null-assertion": "off", // every index may be undefined to the compiler; a seat's own row is there
      "svelte/no-unused-svelte-ignore": "off", // svelte-check reads those comments, and fails on what they do not cover
      "svelte/no-useless-mustaches": "off", // {" "} is a blank that the compiler would drop
      "svelte/prefer-svelte-reactivity": "off", // maps and sets that nothing on the page watches
    },
  },
  {
    files: ["src/games/game.ts"],
    rules: { "@typescript-eslint/no-explicit-any": "off" }, // one table holds the rooms of all games, whatever they show
  },
  {
    files: ["**/*.test.ts"],
    rules: { "@typescript-eslint/no-empty-function": "off" }, // stand-ins do nothing
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
);
