import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefaultMetrics } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '#server/http/metrics.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { findOnPath } from '#tests/support/on-path.ts'
import { startTestServer } from '#tests/support/server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const RULES = 'packaging/prometheus/alerts.yml'
const RULE_TESTS = 'packaging/prometheus/alerts.test.yml'
const HANDBOOK = 'docs/operating/watching.md'

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}
const { panels } = JSON.parse(read('packaging/grafana/numerito.json')) as Dashboard
/** What Grafana puts there itself. */
const asked = panels.flatMap(({ targets }) =>
  targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
)

/** What a figure is called, without what a histogram appends. */
const namesIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:numerito|http|nodejs|process)_[a-z\d_]+/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    ),
  )
const alerts = [...read(RULES).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

describe('the alerts and the dashboard', () => {
  it('ask for nothing that a running server does not export', async () => {
    const metrics = createMetrics()
    collectDefaultMetrics({ register: metrics.registry })
    const server = await startTestServer({ metrics })
    const text = await (await fetch(`${server.origin}/metrics`)).text()
    await server.close()
    const exported = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
    expect(exported.size).toBeGreaterThan(30)
    // What happens once is seen to happen only where it stood at 0 before.
    expect(text).toContain('numerito_webhooks_total{outcome="given-up"} 0\n')
    const named = [...namesIn(read(RULES)), ...namesIn(asked.join('\n'))]
    expect(named.filter(name => !exported.has(name))).toEqual([])
    // And what the office feels is looked at by one or the other.
    const unseen = [...exported].filter(name => name?.startsWith('numerito_') && !named.includes(name))
    expect(unseen).toEqual([])
    // And stands in the page, with what it says.
    const table = namesIn([...read(HANDBOOK).matchAll(/^\| .+ \|$/gm)].join('\n'))
    const untold = [...exported].filter(name => name?.startsWith('numerito_') && !table.has(name))
    expect(untold).toEqual([])
  })

  it('lead, each of them, to what it means and what to do', () => {
    expect(alerts.length).toBeGreaterThan(10)
    const headings = [...read(HANDBOOK).matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
    expect(headings).toEqual(alerts)
    for (const name of alerts) expect(read(RULES)).toContain(`runbook: ${HANDBOOK}#${name.toLowerCase()}\n`)
  })

  it('come on a day of which the tests of the rules tell', () => {
    const seen = [...read(RULE_TESTS).matchAll(/alertname: (\w+)\n\s+exp_alerts:\n/g)].map(
      ([, name = '']) => name,
    )
    expect([...new Set(seen)].sort()).toEqual([...alerts].sort())
  })
})

const promtool = findOnPath(['promtool'])

describeWith(
  promtool ? undefined : 'There is no promtool here: install it (Debian: apt-get install prometheus).',
  'the alerts · promtool',
  () => {
    const run = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(promtool ?? '', args, { encoding: 'utf8' })
      return { status, said: stdout + stderr }
    }

    it('are rules that Prometheus reads', () => {
      expect(run('check', 'rules', join(root, RULES))).toMatchObject({ status: 0 })
    })

    it('come when they should, and not otherwise', () => {
      const { status, said } = run('test', 'rules', join(root, RULE_TESTS))
      expect(status, said).toBe(0)
    })

    it('the dashboard asks in a language that Prometheus understands', () => {
      const { path, remove } = makeTemporaryDirectory('dashboard')
      const rules = asked.map(
        (expr, index) => `  - record: panel:${index}\n    expr: ${JSON.stringify(expr)}\n`,
      )
      const file = join(path, 'rules.yml')
      writeFileSync(file, `groups:\n- name: dashboard\n  rules:\n${rules.join('')}`)
      const { status, said } = run('check', 'rules', file)
      remove()
      expect(status, said).toBe(0)
    })

    it('figures are such as Prometheus takes', async () => {
      const server = await startTestServer()
      const text = await (await fetch(`${server.origin}/metrics`)).text()
      await server.close()
      const { status, stderr } = spawnSync(promtool ?? '', ['check', 'metrics'], {
        input: text,
        encoding: 'utf8',
      })
      // 3 is a matter of style: what http_request_duration_seconds and the like are called stands.
      expect([0, 3], stderr).toContain(status)
    })
  },
)
