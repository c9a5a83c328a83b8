// Runs the public tests of HTTP caches (https://cache-tests.fyi).
//
//   node run.mjs origin PORT   is the origin that the tests expect behind the cache
//   node run.mjs tests BASE    runs them against the cache at BASE, and prints the results as JSON
import process from 'node:process'

const [what, where] = process.argv.slice(2)

if (what === 'origin') {
  Object.assign(process.env, { npm_config_protocol: 'http', npm_config_port: where, npm_config_pidfile: 'origin.pid' })
  await import('http-cache-tests/server/server.mjs')
} else {
  const { runTests, getResults } = await import('http-cache-tests/client/runner.mjs')
  const { default: fetch } = await import('node-fetch')
  const { default: common } = await import('http-cache-tests/tests/index.mjs')
  const { default: surrogate } = await import('http-cache-tests/tests/surrogate-control.mjs')
  const suites = [...common, surrogate]
  await runTests(suites, fetch, false, where, 50)
  const results = getResults()
  const all = []
  for (const { tests } of suites) {
    for (const { id, name, kind = 'required' } of tests) {
      const result = results[id] // true, or the kind of error and its message; missing: only for browsers
      if (result !== undefined) all.push({ id, name, kind, passed: result === true, why: result === true ? '' : result.join(': ') })
    }
  }
  process.stdout.write(JSON.stringify(all))
}
