import { shows } from './shown.js'

describe('a MessageCard with HTML', () => {
  const message = (members: object): object => ({ '@type': 'MessageCard', ...members })
  shows([
    [
      'line ends, styles and entities, beside Markdown',
      message({ text: 'a **b** _c_<br>d <b>e</b> <i>f</i> 5 &lt; 7 &amp; &#42;g&#42; &copy;' }),
      'a **b** _c_\nd **e** _f_ 5 < 7 & \\*g\\* &copy;',
    ],
    [
      'links, pictures and code',
      message({
        text: '<a href="https://a.test/?b=1&amp;c=2">d</a> <img src="https://a.test/p.png" alt="e"> <code>f &lt; *</code><a href="javascript:g">h</a>',
      }),
      '[d](https://a.test/?b=1&c=2) [e](https://a.test/p.png) `f < *`h',
    ],
    [
      'paragraphs, headings, lists, quotes and blocks of code',
      message({
        text: '<p>a</p><h2>b</h2><ul><li>c</li><li>d</li></ul>e<blockquote>f</blockquote><pre>g\nh</pre>i',
      }),
      'a\n\n**b**\n\n• c\n• d\ne\n\n> f\n\n```\ng\nh\n```\n\ni',
    ],
    [
      'no scripts, and text that only looks like tags',
      message({
        title: 'T <script>x</script>',
        text: 'a<script>y</script> List<String> <https://a.test>',
      }),
      '**T** \na List<String> <https://a.test>',
    ],
    [
      'what follows tags that do not end, or not in order',
      message({ text: 'a <b><i>b</b> c <style> d' }),
      'a **_b_** c  d',
    ],
    [
      'titles, sections and facts alike',
      message({
        title: 'Fish &amp; <b>chips</b>',
        sections: [
          {
            activityTitle: '<i>Night</i> run',
            facts: [{ name: '<b>Host</b>:', value: '<a href="https://a.test">web-01</a>' }],
            images: [
              { image: 'https://a.test/1.png' },
              { image: 'https://a.test/2.png', title: 'two' },
            ],
          },
        ],
      }),
      '**Fish & chips**\n**_Night_ run**\nHost = [web-01](https://a.test)\nhttps://a.test/1.png\nhttps://a.test/2.png\ntwo',
    ],
    [
      'addresses that stand alone as links',
      message({ title: 'a https://a.test', text: '<b>b</b> https://b.test/c_d' }),
      '**a <https://a.test>**\n**b** https://b.test/c_d',
    ],
    ['its summary, if that is all', message({ summary: 'a &amp; b' }), '**a & b**'],
    [
      'only links of actions',
      message({
        text: 'a',
        potentialAction: [
          { '@type': 'HttpPOST', name: 'b', target: 'https://a.test/post' },
          {
            '@type': 'ActionCard',
            name: 'c',
            actions: [
              { '@type': 'OpenUri', name: 'd &amp;', targets: [{ uri: 'https://a.test/d' }] },
            ],
          },
        ],
      }),
      'a\n[d &](https://a.test/d)',
      [
        'potentialAction[0]: only actions that open a web address are shown',
        'potentialAction[1]: only actions that open a web address are shown',
      ],
    ],
  ])
})
