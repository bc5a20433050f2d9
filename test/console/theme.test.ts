import { expect } from 'chai'
import { accentTokens } from '../../lib/console/theme.js'

const HUES = [
  '#000',
  '#fff',
  '#ffd400',
  '#c2410c',
  '#0b6583',
  '#777777',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#f0f',
  '#123456',
  '#fafad2',
]
/** Plain backgrounds and the faintest text of `tokens.css`, in the light and in the dark theme. */
const THEMES = [
  {
    name: 'light',
    at: 0,
    grounds: ['#ffffff', '#f7f8f9', '#f1f3f5', '#f3f5f7'],
    subtle: '#5f6974',
  },
  { name: 'dark', at: 1, grounds: ['#14181c', '#1b2025', '#0e1114', '#1a1f24'], subtle: '#919ba6' },
] as const

describe('an accent', () => {
  for (const { name, at, grounds, subtle } of THEMES) {
    for (const accent of HUES) {
      it(`of ${accent} is readable in the ${name} theme`, () => {
        const tokens = accentTokens(accent)
        const of = (token: string): string => tokens.get(token)?.[at] ?? ''
        const text = [...grounds, of('selected'), of('accent-soft')].map((ground) =>
          contrastOf(of('accent-text'), ground),
        )
        expect(Math.min(...text)).to.be.at.least(4.5)
        expect(contrastOf(of('on-accent'), of('accent'))).to.be.at.least(4.5)
        expect(contrastOf(of('on-accent'), of('accent-hover'))).to.be.at.least(4.5)
        expect(contrastOf(subtle, of('selected'))).to.be.at.least(4.5)
        for (const ground of grounds) {
          expect(contrastOf(of('accent'), ground), ground).to.be.at.least(3)
          expect(contrastOf(of('focus'), ground), ground).to.be.at.least(3)
        }
      })
    }
  }

  it('is kept as it is where it is readable', () => {
    expect(accentTokens('#0b6583').get('accent')?.[0]).to.equal('#0b6583')
    expect(accentTokens('#ffd400').get('accent')?.[1]).to.equal('#ffd400')
  })
})

/** The contrast of two colours in the sense of WCAG 2: 1 to 21. */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
