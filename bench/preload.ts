// Loaded before the example host, which knows nothing of benchmarks.
import { reportUsage } from './child.js'

process.on('message', reportUsage)
// Else the channel would keep the process alive after it has drained.
process.channel?.unref()
