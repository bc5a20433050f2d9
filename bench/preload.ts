// Loaded before the example host, which knows nothing of benchmarks.
import { reportCpu } from './child.js'

process.on('message', reportCpu)
// Else the channel would keep the process alive after it has drained.
process.channel?.unref()
