"""Run the collected tests in one forked process for each core, with one report."""

import json
import os
import selectors
import signal

FEWEST = 40  # tests that are worth a second process
MOST = 8  # processes
LENGTH = 4  # bytes of a number in the queue


def run_in_workers(session):
    """Run the session's tests; return True, or None where one process has to do."""
    cores = min(MOST, os.cpu_count() or 1) if hasattr(os, "fork") else 1
    options = session.config.option
    alone = options.collectonly or options.usepdb or getattr(options, "capture", "") == "no"
    if cores == 1 or alone or len(session.items) < FEWEST or session.testsfailed:
        return None
    session.config._tmp_path_factory.getbasetemp()  # one folder for all
    chunks = _chunks(session.items)
    queue = _queue(len(chunks))
    workers = [_start(session, chunks, queue) for _ in range(cores)]
    os.close(queue)
    _report(session, workers)
    return True


def _chunks(items):
    """Return the tests by file, the files with most tests first."""
    files = {}
    for item in items:
        files.setdefault(item.location[0], []).append(item)
    return sorted(files.values(), key=len, reverse=True)


def _queue(count):
    """Return a pipe that holds the numbers up to `count`; each reader takes the next one."""
    source, target = os.pipe()
    os.write(target, b"".join(number.to_bytes(LENGTH, "big") for number in range(count)))
    os.close(target)
    return source


def _start(session, chunks, queue):
    """Start a worker; return (its process id, the file that its reports come from)."""
    source, target = os.pipe()
    pid = os.fork()
    if pid:
        os.close(target)
        return pid, os.fdopen(source, "rb")
    status = 1
    try:
        os.close(source)
        with os.fdopen(target, "w", encoding="utf-8") as out:
            _work(session, chunks, queue, out)
        status = 0
    finally:
        os._exit(status)


def _work(session, chunks, queue, out):
    """Run chunks from the queue until it is empty."""
    plugins = session.config.pluginmanager
    plugins.unregister(name="terminalreporter")
    plugins.register(Reporter(session.config, out))
    capture = plugins.getplugin("capturemanager")
    capture.stop_global_capturing()  # its files are the other processes', too
    capture.start_global_capturing()
    items = _take(chunks, queue)
    while items:
        following = _take(chunks, queue)
        for item, nextitem in zip(items, [*items[1:], following[0] if following else None]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)
        items = following


def _take(chunks, queue):
    number = os.read(queue, LENGTH)
    return chunks[int.from_bytes(number, "big")] if number else []


class Reporter:
    """Sends the reports of a worker to the process that prints them."""

    def __init__(self, config, out):
        self.config = config
        self.out = out

    def pytest_runtest_logreport(self, report):
        data = self.config.hook.pytest_report_to_serializable(config=self.config, report=report)
        print(json.dumps(data, default=str), file=self.out, flush=True)


def _report(session, workers):
    """Hand on the reports as they come; end the workers when enough tests failed."""
    finished = 0
    hook = session.config.hook
    for line in _lines([file for _, file in workers]):
        data = json.loads(line)
        report = hook.pytest_report_from_serializable(config=session.config, data=data)
        hook.pytest_runtest_logreport(report=report)
        if report.when == "teardown":
            finished += 1
            hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=report.location)
        if session.shouldfail:
            break
    for pid, _ in workers:
        if session.shouldfail:
            os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if finished < len(session.items):
        missing = len(session.items) - finished
        raise session.Failed(f"a worker died: {missing} tests did not end")


def _lines(files):
    """Yield the lines of several pipes as they come."""
    selector = selectors.DefaultSelector()
    rest = {}
    for file in files:
        selector.register(file, selectors.EVENT_READ)
        rest[file] = b""
    while selector.get_map():
        for key, _ in selector.select():
            data = os.read(key.fd, 1 << 16)
            if not data:
                selector.unregister(key.fileobj)
            *lines, rest[key.fileobj] = (rest[key.fileobj] + data).split(b"\n")
            yield from lines
