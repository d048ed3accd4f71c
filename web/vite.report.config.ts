import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The pictures of `mousehole report`: one plain script and one style, which the command puts into its page.
export default defineConfig({
  plugins: [svelte()],
  publicDir: false,
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    outDir: "../src/mousehole/server/built",
    emptyOutDir: false,
    target: "es2022",
    lib: { entry: "src/report/main.ts", name: "report", formats: ["iife"], fileName: () => "report.js", cssFileName: "report" },
  },
});
