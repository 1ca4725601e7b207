// Lighthouse, as on a phone, over the addresses on standard input, one a line, in one browser: a line of JSON for each.
// Each has its scores (0 to 100), the audits that took something from them, and what Lighthouse measured.
import { createInterface } from 'node:readline'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

const [chromium] = process.argv.slice(2)
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking']
const browser = await launch({ chromePath: chromium, chromeFlags: flags, logLevel: 'silent' })

try {
    for await (const address of createInterface({ input: process.stdin })) {
        const { lhr } = await lighthouse(address, { port: browser.port, logLevel: 'silent', disableFullPageScreenshot: true })
        const categories = Object.entries(lhr.categories)
        const scores = Object.fromEntries(categories.map(([name, one]) => [name, Math.round(one.score * 100)]))
        const short = categories.flatMap(([, one]) => one.auditRefs)
            .filter(one => one.weight > 0 && lhr.audits[one.id].score !== null && lhr.audits[one.id].score < 1)
            .map(one => `${one.id}: ${lhr.audits[one.id].displayValue ?? lhr.audits[one.id].title}`)
        const measured = name => lhr.audits[name]?.numericValue ?? null
        const found = { address, scores, short: [...new Set(short)], error: lhr.runtimeError?.message ?? null }
        console.log(JSON.stringify({ ...found, paint: measured('largest-contentful-paint'), shift: measured('cumulative-layout-shift') }))
    }
} finally {
    await browser.kill()
}
