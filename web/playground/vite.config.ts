import { defineConfig } from "vite";

// Paths are relative, so that the folder may be served from anywhere.
export default defineConfig({
    base: "./",
    build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
});
