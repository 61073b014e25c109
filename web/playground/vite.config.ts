import { defineConfig } from "vite";

/** The page never asks for several contacts, so their part of the library stays out. */
const oneContact = {
    name: "one-contact",
    generateBundle(_: unknown, files: Record<string, unknown>) {
        for (const name of Object.keys(files)) if (/several/.test(name)) delete files[name];
    },
};

// Paths are relative, so that the folder may be served from anywhere.
export default defineConfig({
    base: "./",
    plugins: [oneContact],
    build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
});
