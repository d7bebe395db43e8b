// `npm run dev`: like `npm start`, but the server and the bank restart on changes and the web has hot reload.
process.argv.push('--dev');
await import('./supervisor/main.ts');
