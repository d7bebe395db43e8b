// `npm run dev`: everything of `npm start`, but the server and the bank restart on change and the web reloads hot.
process.argv.push('--dev');
await import('./supervisor/main.ts');
